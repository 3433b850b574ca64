FROM midpath-debian:bookworm
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
# As in the official image: what is mounted there has the same mode.
RUN install --directory --owner postgres --group postgres --mode 700 "$PGDATA" && chmod 3777 /var/run/postgresql
COPY postgres-entrypoint /usr/local/bin/
ENTRYPOINT ["postgres-entrypoint"]
