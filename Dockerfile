# One image for web, worker, beat and migrate; docker-compose.yml gives each container its command.
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS requirements
RUN python3 -m venv /opt/midpath/venv
COPY requirements/base.txt /tmp/
RUN /opt/midpath/venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/base.txt

FROM ${PYTHON_IMAGE}
RUN useradd --system --no-create-home midpath
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
