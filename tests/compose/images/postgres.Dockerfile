FROM midpath-debian:bookworm
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
RUN install --directory --owner postgres --group postgres --mode 700 "$PGDATA"
COPY postgres-entrypoint /usr/local/bin/
ENTRYPOINT ["postgres-entrypoint"]
