# One image for web, worker, beat and migrate; docker-compose.yml gives each container its command.
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

# psycopg2 is built against Debian's libpq, so that Debian's security updates reach it; the wheel
# psycopg2-binary contains a libpq of its own.
FROM ${PYTHON_IMAGE} AS requirements
RUN apt-get update -qq && \
    apt-get install -qq -y --no-install-recommends gcc libc6-dev libpq-dev python3-dev >/dev/null
RUN python3 -m venv /opt/midpath/venv
COPY requirements/base.txt requirements/image.txt /tmp/
RUN sed '/^psycopg2-binary==/,/[^\\]$/d' /tmp/base.txt >/tmp/wheels.txt && \
    /opt/midpath/venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/wheels.txt && \
    /opt/midpath/venv/bin/pip install --no-cache-dir --no-deps --no-binary psycopg2 --require-hashes \
        -r /tmp/image.txt

FROM ${PYTHON_IMAGE}
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends libpq5 >/dev/null && \
    rm -rf /var/lib/apt/lists/* && useradd --system --uid 10001 --no-create-home midpath
ENV PATH=/opt/midpath/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /opt/midpath
COPY --from=requirements /opt/midpath/venv venv
COPY LICENSE THIRD-PARTY-LICENSES manage.py gunicorn.conf.py ./
COPY scripts/serve scripts/web-answers scripts/when-migrated scripts/
COPY addons addons
COPY agreement agreement
COPY analysis analysis
COPY annotation annotation
COPY config config
COPY midpath midpath
COPY tasks tasks
COPY templates templates
COPY static static
COPY locale locale
COPY docs docs
RUN python manage.py collectstatic --noinput
USER midpath
EXPOSE 8000
CMD ["scripts/serve"]
