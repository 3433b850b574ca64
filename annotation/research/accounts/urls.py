"""The URLs of researchers' accounts, under the names that django-allauth uses."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from django.urls import URLPattern, path, register_converter, reverse_lazy
from django.urls.converters import StringConverter
from django.views.decorators.http import require_http_methods

from annotation.research.accounts import account_tokens, failed_tasks, invited, sign_on, views


class AccountNumber(StringConverter):
    """The number of an account in links of mails."""

    regex = "[0-9A-Za-z]+"


register_converter(AccountNumber, "account")
page = require_http_methods(["GET", "HEAD", "POST"])

urlpatterns: list[URLPattern] = [
    path("login/", page(views.Login.as_view()), name="account_login"),
    path("logout/", views.Logout.as_view(), name="account_logout"),
    path("signup/", page(views.SignUp.as_view()), name="account_signup"),
    path(
        "password/",
        views.PasswordChange.as_view(success_url=reverse_lazy("password_change_done")),
        name="password_change",
    ),
    path("password/done/", views.PasswordChangeDone.as_view(), name="password_change_done"),
    path("password/reset/", page(views.PasswordReset.as_view()), name="account_reset_password"),
    path(
        "password/reset/done/",
        page(account.password_reset_done),
        name="account_reset_password_done",
    ),
    path(
        "password/reset/key/done/",
        page(account.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    path(
        "password/reset/key/<account:uidb36>-<str:key>/",
        page(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path("addresses/", page(views.Addresses.as_view()), name="account_email"),
    path(
        "addresses/confirm/",
        page(account.email_verification_sent),
        name="account_email_verification_sent",
    ),
    path("addresses/confirm/<str:key>/", page(account.confirm_email), name="account_confirm_email"),
    path("reauthenticate/", page(views.Reauthenticate.as_view()), name="account_reauthenticate"),
    path("second-factor/", page(mfa.index), name="mfa_index"),
    path("second-factor/code/", page(mfa.authenticate), name="mfa_authenticate"),
    path("second-factor/again/", page(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("second-factor/new/", page(views.NewAuthenticator.as_view()), name="mfa_activate_totp"),
    path(
        "second-factor/remove/", page(views.NoAuthenticator.as_view()), name="mfa_deactivate_totp"
    ),
    path(
        "second-factor/recovery/",
        page(views.RecoveryCodes.as_view()),
        name="mfa_view_recovery_codes",
    ),
    path(
        "second-factor/recovery/new/",
        page(recovery.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("sign-on/", sign_on.begin, name="sign_on"),
    path("sign-on/callback/", sign_on.callback, name="sign_on_callback"),
    path("sign-on/account/", sign_on.new_account, name="sign_on_account"),
    path("tokens/", account_tokens.show_tokens, name="account_tokens"),
    path("tokens/<int:token_id>/revoke/", account_tokens.revoke, name="revoke_account_token"),
    path("failed-tasks/", failed_tasks.failed_tasks, name="failed_tasks"),
    path("invitations/<slug:token>/", invited.show, name="invitation"),
    path("invitations/<slug:token>/account/", invited.new_account, name="invited_account"),
]
