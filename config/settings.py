"""All settings, read from the environment; .env.example lists the names."""

from collections.abc import Mapping
from pathlib import Path
from pkgutil import iter_modules
from urllib.parse import urlsplit

from agreement.version import VERSION
from config import databases, env
from config.addons import checked_addons, schedule_of, settings_of, static_folders, task_modules
from config.lanes import FOLDS, QUEUES, checked_lanes
from config.logs import logging_for
from config.safety import (
    checked_contact,
    checked_hosts,
    checked_issuer,
    checked_key,
    checked_listener,
    checked_proxies,
    checked_token,
)
from config.templates import engine_for

MIDPATH_VERSION = VERSION
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.flag("MIDPATH_DEBUG")
SECRET_KEY = checked_key(env.text("MIDPATH_SECRET_KEY"), debug=DEBUG)
ALLOWED_HOSTS = checked_hosts(env.words("MIDPATH_HOSTS", "localhost,127.0.0.1,[::1]"), debug=DEBUG)
CSRF_TRUSTED_ORIGINS = env.words("MIDPATH_ORIGINS")
BEHIND_HTTPS = env.flag("MIDPATH_HTTPS")
PROXIES = checked_proxies(env.number("MIDPATH_PROXIES", -1), https=BEHIND_HTTPS)

# The features in addons/ that are installed.
ADDONS = checked_addons(env.words("MIDPATH_ADDONS"))

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "drf_spectacular",
    "annotation",
    "analysis",
    "tasks",
    *(f"addons.{name}" for name in ADDONS),
]

MIDDLEWARE = [
    "annotation.web.measure.measure_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotation.web.gzip.CompressData",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "annotation.web.middleware.content_security_policy",
    "annotation.web.middleware.refuse_unreadable_input",
    "annotation.text.languages.selection.speak_workers_language",
    "annotation.web.middleware.AnswerBusyDatabase",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
# Sends messages to workers; only processes that send any import Celery.
TASK_APPLICATION = "config.celery.app"

TEMPLATES = [engine_for(BASE_DIR / "templates")]
FORM_RENDERER = "annotation.web.form_renderer.QuickRenderer"

# Whether DATABASE_URL is the address of a connection pool in transaction mode.
POOLED = env.flag("MIDPATH_POOLED")
DATABASES = {"default": databases.connected(env.database("DATABASE_URL"), pooled=POOLED)}
# A copy of it, for pages and files that may be seconds old (annotation/services/replica.py).
if env.text("MIDPATH_REPLICA_URL"):
    DATABASES["replica"] = databases.connected(env.database("MIDPATH_REPLICA_URL"), pooled=POOLED)
SESSION_SETTINGS = databases.SESSION_SETTINGS
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "annotation.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "research:projects"
LOGOUT_REDIRECT_URL = "home"

# Researchers' accounts (annotation/research/accounts). Django's own backend keeps sessions from
# before django-allauth valid, and knows names that differ only in capitalization.
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Whether this server may send requests to private networks.
PRIVATE_ADDRESSES = env.flag("MIDPATH_PRIVATE_ADDRESSES")
# Whether anyone can create an account; invited people always can.
OPEN_SIGN_UP = env.flag("MIDPATH_SIGN_UP")
# The identity provider with which researchers may sign in, if any: its issuer's URL, this server's
# client there, and the domains whose e-mail addresses are trusted.
SSO_CLIENT, SSO_SECRET = env.text("MIDPATH_SSO_CLIENT"), env.text("MIDPATH_SSO_SECRET")
SSO_ISSUER = checked_issuer(
    env.text("MIDPATH_SSO_ISSUER"), client=SSO_CLIENT, secret=SSO_SECRET, private=PRIVATE_ADDRESSES
)
SSO_NAME = env.text("MIDPATH_SSO_NAME") or urlsplit(SSO_ISSUER).netloc
SSO_DOMAINS = [domain.lower().lstrip("@") for domain in env.words("MIDPATH_SSO_DOMAINS")]
ACCOUNT_ADAPTER = "annotation.research.accounts.adapter.AccountAdapter"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_HTTPS else "http"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_FORMS = {
    "login": "annotation.research.accounts.forms.SignInForm",
    "reset_password": "annotation.research.accounts.forms.MailedPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# Guesses are counted by annotation/services/accounts/login_throttle.py, for all processes together.
ACCOUNT_RATE_LIMITS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = 14 * 24 * 3600
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 1
MFA_ADAPTER = "annotation.research.accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "annotation.research.accounts.forms.CodeForm",
    "reauthenticate": "annotation.research.accounts.forms.CodeAgainForm",
    "activate_totp": "annotation.research.accounts.forms.NewAuthenticatorForm",
}
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Midpath"
MFA_TOTP_TOLERANCE = 1

REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = REDIS_URL
CELERY_IMPORTS = (
    *(f"tasks.{one.name}" for one in iter_modules([str(BASE_DIR / "tasks")]) if not one.ispkg),
    *task_modules(ADDONS),
)
CELERY_TASK_IGNORE_RESULT = True
# Only parts of long computations have results (tasks.shards), for as long as these take.
CELERY_RESULT_BACKEND = REDIS_URL
CELERY_RESULT_EXPIRES = 600
# A process that computes a part waits for Redis briefly: the one that needs the part has it, too.
CELERY_REDIS_SOCKET_TIMEOUT, CELERY_REDIS_SOCKET_CONNECT_TIMEOUT = 2, 1
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"retry_policy": {"max_retries": 0}}
CELERY_TASK_QUEUES, CELERY_TASK_DEFAULT_QUEUE = QUEUES, FOLDS
CELERY_TASK_ROUTES = "annotation.services.jobs.queues.route"
# How many jobs of each lane run at a time in the whole cluster.
LANES = checked_lanes(env.text("MIDPATH_LANES"))
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Messages that cannot be sent at once are left to the sweep, so that no request waits for Redis.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "max_retries": 0,
    "socket_timeout": 2,
    "socket_connect_timeout": 1,
    "visibility_timeout": 600,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = env.number("MIDPATH_SWEEP_SECONDS", 5)
CELERY_BEAT_SCHEDULE: Mapping[str, Mapping[str, object]] = {
    "sweep": {"task": "tasks.sweep", "schedule": SWEEP_SECONDS},
    "reconcile": {
        "task": "tasks.reconcile_live",
        "schedule": env.number("MIDPATH_RECONCILE_SECONDS", 120),
    },
    "forget_sessions": {"task": "tasks.forget_sessions", "schedule": 3600},
    **schedule_of(ADDONS),
}

# Hosts that workers may return to when they leave; a leading dot includes all subdomains.
RETURN_HOSTS = [
    *("app.prolific.com", "app.prolific.co", "connect.cloudresearch.com"),
    *(".sona-systems.com", ".sona-systems.net"),
    *env.words("MIDPATH_RETURN_HOSTS"),
]
# Prolific's published keys, with which signed links are checked: fetched from this URL, or pasted,
# so that no request is needed.
PLATFORM_KEYS_URL = env.text(
    "MIDPATH_PLATFORM_KEYS_URL", "https://api.prolific.com/.well-known/study/jwks.json"
)
PLATFORM_KEYS = env.text("MIDPATH_PLATFORM_KEYS")
# The settings of add-ons.
ADDON_SETTINGS = settings_of(ADDONS)
# The timeout for one answer of a model; the outcome is reported.
MODEL_SECONDS = env.number("MIDPATH_MODEL_SECONDS", 60)
# The maximum number of API requests per minute for one IP address, and for one token; 0: no limit.
API_PER_ADDRESS = env.number("MIDPATH_API_PER_ADDRESS", 6_000)
API_PER_TOKEN = env.number("MIDPATH_API_PER_TOKEN", 3_000)

# Monitoring: the token that reads metrics and checks, if not every private address may; where a
# Celery worker serves its metrics, if anywhere; and the folders whose disks are watched.
METRICS_TOKEN = checked_token(env.text("MIDPATH_METRICS_TOKEN"))
WORKER_METRICS = checked_listener(env.text("MIDPATH_WORKER_METRICS"))
WATCHED_FOLDERS = env.words("MIDPATH_WATCHED_FOLDERS")

# Where errors and traces are sent, if anywhere (annotation.services.telemetry).
SENTRY_DSN = env.text("MIDPATH_SENTRY_DSN")
OTLP_ENDPOINT = env.text("MIDPATH_OTLP_ENDPOINT")

# The contact in /.well-known/security.txt; without one there is no such file.
SECURITY_CONTACT = checked_contact(env.text("MIDPATH_SECURITY_CONTACT"))

# Mail to researchers: invitations, password resets, address confirmations. Without a server, it is
# printed where Celery runs.
globals().update(env.mail("EMAIL_URL"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("MIDPATH_MAIL_FROM") or "Midpath <midpath@localhost>"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
# The languages of workers' pages (annotation/text/languages); all other pages are in English.
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("pt", "Português"),
    ("hi", "हिन्दी"),
    ("ar", "العربية"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("docs", BASE_DIR / "docs" / "img"),
    *static_folders(ADDONS),
]
# The pages use no static files of packages.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

MAX_UPLOAD_BYTES = env.number("MIDPATH_MAX_UPLOAD_BYTES", 20 * 1024 * 1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
SECURE_SSL_REDIRECT = BEHIND_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_HTTPS else 0
# Whether all servers below this name have HTTPS, only the owner of the domain knows, so the proxy
# adds includeSubDomains and preload.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "annotation.web.error_pages.csrf_failed"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation.api.authentication.TokenAuthentication",
        "annotation.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["annotation.api.parsers.StrictJSONParser"],
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "annotation.api.problems.answer",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Midpath",
    "DESCRIPTION": "Workers claim, submit and return HITs; researchers read the results.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": (),
    "SERVE_PERMISSIONS": ("rest_framework.permissions.AllowAny",),
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": (
        "annotation.api.description.tags.tell_rooms",
        "annotation.api.description.schema.tell_places",
        "annotation.api.description.links.tell_links",
        "annotation.api.description.schema.close_bodies",
        "annotation.api.description.schema.take_empty_once",
    ),
    "GET_LIB_DOC_EXCLUDES": "annotation.api.description.schema.internal_classes",
}

LOGGING = logging_for(
    env.text("MIDPATH_LOG_FORMAT", "plain"), env.text("MIDPATH_LOG_LEVEL", "INFO")
)
