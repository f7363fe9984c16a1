"""One settings file. Everything that differs between machines comes from the environment; nonsense is refused.

MACAO_MODE        local (default: plain http, SQLite under var/) or production (https only)
MACAO_PORT        port that `serve` listens on and that the local origins carry (8000)
MACAO_ORIGINS     comma list of scheme://host[:port] under which pages are opened; needed in production
MACAO_SECRET_KEY  needed in production; locally one is made once and kept in var/
MACAO_PROXIES     how many proxies of ours stand in front (0): X-Forwarded-For is believed that far
MACAO_DATA        folder of the SQLite file and the local secret (var/)
DATABASE_URL      postgres://... ; REDIS_URL redis://... for many machines
EMAIL_URL         smtp://user:password@host:port, smtp+tls://... or smtps://...; without it mail is printed locally
                  and not sent in production
MACAO_EMAIL_FROM  sender of the site's mail
MACAO_ADMIN_PATH  where the admin is (staff/)
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from macao_site.headers import add_headers

BASE_DIR = Path(__file__).resolve().parent.parent


def _number(name: str, default: int) -> int:
    text = os.environ.get(name, str(default))
    if not text.isdigit():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}")
    return int(text)


def _origins(text: str) -> list[str]:
    origins = [part.strip().rstrip("/") for part in text.split(",") if part.strip()]
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
            raise ImproperlyConfigured(f"MACAO_ORIGINS: {origin!r} is not scheme://host[:port]")
    return origins


MODE = os.environ.get("MACAO_MODE", "local")
if MODE not in ("local", "production"):
    raise ImproperlyConfigured(f"MACAO_MODE must be local or production, not {MODE!r}")
PRODUCTION = MODE == "production"
DEBUG = False
PORT = _number("MACAO_PORT", 8000)
DATA_DIR = Path(os.environ.get("MACAO_DATA", BASE_DIR / "var"))
DATA_DIR.mkdir(parents=True, exist_ok=True)

ORIGINS = _origins(os.environ.get("MACAO_ORIGINS", ""))
if PRODUCTION and not ORIGINS:
    raise ImproperlyConfigured("MACAO_ORIGINS is needed in production")
if PRODUCTION and any(not origin.startswith("https://") for origin in ORIGINS):
    raise ImproperlyConfigured("MACAO_ORIGINS must be https:// in production")
if not ORIGINS:
    ORIGINS = [f"http://localhost:{PORT}", f"http://127.0.0.1:{PORT}"]
ALLOWED_HOSTS = sorted({urlsplit(origin).hostname or "" for origin in ORIGINS})
CSRF_TRUSTED_ORIGINS = ORIGINS


def _secret() -> str:
    if key := os.environ.get("MACAO_SECRET_KEY"):
        if PRODUCTION and len(key) < 40:
            raise ImproperlyConfigured("MACAO_SECRET_KEY is too short for production")
        return key
    if PRODUCTION:
        raise ImproperlyConfigured("MACAO_SECRET_KEY is needed in production")
    path = DATA_DIR / "secret-key"
    if not path.exists():
        path.write_text(secrets.token_urlsafe(48), encoding="ascii")
        path.chmod(0o600)
    return path.read_text(encoding="ascii")


SECRET_KEY = _secret()

INSTALLED_APPS = [
    "daphne",
    "servestatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "game",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "macao_site.headers.WorkerPolicy",
    "macao_site.files.Files",
    "macao_site.files.Pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "game.middleware.Doors",
]

ROOT_URLCONF = "macao_site.urls"
ASGI_APPLICATION = "macao_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- storage: one machine by default, many by two settings --------------------------------------

try:
    DATABASES = {
        "default": dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR}/macao.sqlite3")
    }
except (dj_database_url.ParseError, dj_database_url.UnknownSchemeError) as error:
    raise ImproperlyConfigured(f"DATABASE_URL: {error}") from error
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        # IMMEDIATE: a reader that turns writer would fail as "locked" whatever the timeout (reliability notes, 2.1).
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c statement_timeout=5000"
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        },
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- people --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "game.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTHENTICATION_BACKENDS = ["game.accounts.NameBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ADMIN_PATH = os.environ.get("MACAO_ADMIN_PATH", "staff/").strip("/") + "/"
PASSWORD_RESET_TIMEOUT = 3600  # seconds
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie of its own
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "name", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

ACCOUNT_ADAPTER = "game.accounts.Adapter"
ACCOUNT_USER_DISPLAY = "game.accounts.shown_name"
ACCOUNT_FORMS = {
    "login": "game.forms.LoginForm",
    "signup": "game.forms.SignupForm",
    "change_password": "game.forms.ChangePasswordForm",
    "reset_password": "game.forms.ResetPasswordForm",
    "reset_password_from_key": "game.forms.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_UNIQUE_EMAIL = False  # addresses are not verified: to call one "taken" would tell who has an account (S20)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is signed in too; game.views.accounts decides
ACCOUNT_LOGOUT_REDIRECT_URL = "landing"
# allauth's own stand; these are ours (game.limits), and sign-ups over a day. Counted in the cache.
ACCOUNT_RATE_LIMITS = {
    "signup": "10/m/ip,60/d/ip",
    "open": "5/m/user,30/h/user,20/m/ip",
    "guest": "10/m/ip,100/h/ip",
    "sit": "10/m/user",
    "act": "60/m/user",
    "rules": "20/m/user,60/m/ip",
    "code": "5/m/ip",
    "practice": "60/m/user,300/h/user,120/m/ip",
    "delete": "5/m/user",
    "archive": "2/m/user,12/d/user,6/m/ip",
    "api": "120/m/ip",
    "api-document": "60/m/ip",
    "export": "2/m/user,12/d/user,6/m/ip",
    "staff": "5/m/ip",
}


def _mail(url: str) -> dict[str, Any]:
    """Django's mail settings out of an address; nothing for an empty one."""
    parts = urlsplit(url)
    if not url:
        return {"EMAIL_BACKEND": f"django.core.mail.backends.{'dummy' if PRODUCTION else 'console'}.EmailBackend"}
    if parts.scheme not in ("smtp", "smtp+tls", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be smtp://, smtp+tls:// or smtps:// and name a host")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
    }


EMAIL_URL = os.environ.get("EMAIL_URL", "")
MAIL_WORKS = bool(EMAIL_URL) or not PRODUCTION
globals().update(_mail(EMAIL_URL))
DEFAULT_FROM_EMAIL = os.environ.get("MACAO_EMAIL_FROM", "Macao <macao@localhost>")

# --- words ---------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ro", _("Romanian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files ---------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
PRACTICE_ROOT = BASE_DIR / "build" / "practice"  # what `manage.py build_practice` makes
PRACTICE_ROOT.mkdir(parents=True, exist_ok=True)
PACKED_ROOT = BASE_DIR / "build" / "static"  # what `manage.py build_static` makes
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("htmx", BASE_DIR / "node_modules" / "htmx.org" / "dist"),
    ("practice", PRACTICE_ROOT),
]
SERVESTATIC_USE_FINDERS = not PRODUCTION
SERVESTATIC_ALLOW_ALL_ORIGINS = False
SERVESTATIC_ADD_HEADERS_FUNCTION = add_headers
if PRODUCTION:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "macao_site.files.Storage"},
    }

# --- doors: what a page may do, and who may open one ----------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        # 'self' covers ws of the same origin in current browsers only; older ones need it spelled out
        "connect-src": [SELF, *(origin.replace("http", "ws", 1) for origin in ORIGINS)],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "game.views.errors.no_token"
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    LANGUAGE_COOKIE_NAME = "__Host-language"
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
TRUSTED_PROXIES = _number("MACAO_PROXIES", 0)

FRAME_BYTES = 4096  # a page's largest frame; above it the socket closes with 1009

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "game": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        "daphne": {"level": "WARNING"},
    },
}
