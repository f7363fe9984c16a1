"""What people type into the site's forms, and how it is refused in words."""

from game.forms.lists import ListForm, OwnForm, PlayerForm, PublicForm
from game.forms.people import (
    NAME_TAKEN,
    ChangePasswordForm,
    CodeForm,
    DeleteForm,
    LoginForm,
    NameForm,
    NewPasswordForm,
    ResetPasswordForm,
    SignupForm,
)
from game.forms.rules import RulesForm, SavedForm
from game.forms.tables import OpenForm, SettingsForm

__all__ = [
    "NAME_TAKEN",
    "ChangePasswordForm",
    "CodeForm",
    "DeleteForm",
    "ListForm",
    "LoginForm",
    "NameForm",
    "NewPasswordForm",
    "OpenForm",
    "OwnForm",
    "PlayerForm",
    "PublicForm",
    "ResetPasswordForm",
    "RulesForm",
    "SavedForm",
    "SettingsForm",
    "SignupForm",
]
