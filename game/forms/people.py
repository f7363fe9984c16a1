"""What people type about themselves: names, passwords, codes. Refusals get their words here."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from game import accounts, names
from game.models import User
from game.names import Reason

NAME_REFUSED = {
    Reason.EMPTY: _("A name, please."),
    Reason.LONG: _("That is too long: a name has 24 characters at most."),
    Reason.INVISIBLE: _("There are characters in it that nobody can see. Please leave them out."),
    Reason.MARKS: _("There are too many accents on one letter."),
    Reason.NO_LETTER: _("A name needs at least one letter."),
    Reason.SCRIPT: _("That is written in letters that most screens cannot show."),
    Reason.MIXED: _("Please write a name in one alphabet, not in two."),
    Reason.SIGN: _("A name can have no colon and no @."),
    Reason.RESERVED: _("That name is kept for the site itself. Please take another."),
}
TITLE_REFUSED = {**NAME_REFUSED, Reason.LONG: _("That is too long: such a name has 40 characters at most.")}
NAME_TAKEN = _("This name is taken, or looks like one that is.")

PASSWORD_HELP = _("8 characters or more.")


def person_name(text: str) -> str:
    """A name somebody may use, as it will be shown; `ValidationError` in words otherwise."""
    try:
        return names.check(text)
    except names.NameRefused as refused:
        raise ValidationError(NAME_REFUSED[refused.reason], code=refused.reason.value) from refused


def checked_title(text: str) -> str:
    """A name for a table or a rule set, as it will be shown; `ValidationError` in words otherwise."""
    try:
        return names.check_title(text)
    except names.NameRefused as refused:
        raise ValidationError(TITLE_REFUSED[refused.reason], code=refused.reason.value) from refused


class Plain:
    """Fields in the site's own look: no text inside the box, whose label stands above it."""

    fields: dict[str, forms.Field]

    def dress(self) -> None:
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.pop("maxlength", None)  # browsers count otherwise than we do, and cut emoji in two
            if not isinstance(field.widget, (forms.RadioSelect, forms.CheckboxInput)):
                field.widget.attrs["class"] = "field__input"


class LoginForm(Plain, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["password"].help_text = ""
        self.dress()

    def clean_login(self) -> str:
        """The key of the name, so that tries at one account are counted together however it is spelled."""
        return names.key(self.cleaned_data["login"])


class SignupForm(Plain, allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("What others see at the table, and how you sign in.")
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only for a link when you forget your password.")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.dress()

    def clean_username(self) -> str:
        name = person_name(self.cleaned_data["username"])
        if accounts.taken(name):
            raise ValidationError(NAME_TAKEN, code="taken")
        return name


class ChangePasswordForm(Plain, allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]  # browsers show what was typed; a second time helps nobody
        self.fields["oldpassword"].help_text = ""
        self.fields["oldpassword"].label = _("Your password now")
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.dress()


class ResetPasswordForm(Plain, allauth_forms.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")
        self.dress()


class NewPasswordForm(Plain, allauth_forms.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.dress()


class DeleteForm(Plain, forms.Form):
    """Asks for the password of whoever has one, before all is deleted."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["password"]
        self.dress()

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong")
        return password


class NameForm(Plain, forms.Form):
    """A guest's name, before they sit down."""

    name = forms.CharField(
        label=_("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "words", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dress()

    def clean_name(self) -> str:
        return person_name(self.cleaned_data["name"])


class CodeForm(Plain, forms.Form):
    """The short code of a table, however it was written down."""

    code = forms.CharField(
        label=_("I have a code"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"},
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dress()
        self.fields["code"].widget.attrs["placeholder"] = "K7M4QX"

    def clean_code(self) -> str:
        """Six letters and digits, blanks and dashes left out; empty when it can be no code."""
        code = "".join(character for character in self.cleaned_data["code"].upper() if character.isalnum())
        return code if code.isascii() and len(code) == 6 else ""
