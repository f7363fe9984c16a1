"""Who plays: accounts and guests. Both are users, so that a guest who signs up keeps every row."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

NAME_LENGTH = 24
KEY_LENGTH = 96


def address(name: str, username: str) -> str:
    """What stands in the address of an account's page: its name, or its key where the name would break the address."""
    return username if "/" in name else name


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> User:
        """A saved account; `username` is the folded key of `name` (`game.names.key`)."""
        user = self.model(username=username, **{"name": username, **fields})
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """One person. `name` is what others see; `username` is its folded, unique key.

    A guest has no password and the key `guest:<random>`; a colon is in no name, so the two never meet.
    """

    username = models.CharField(max_length=KEY_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.EmailField(blank=True)
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects = UserManager()

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """What stands in the address of this account's page."""
        return address(self.name, self.username)

    @property
    def device_mark(self) -> str:
        """What a device calls this person, so that it knows whose practice it keeps; tells nothing of them."""
        return salted_hmac("game.history", str(self.pk)).hexdigest()[:16]
