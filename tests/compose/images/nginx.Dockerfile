FROM midpath-debian:bookworm
RUN useradd --system --no-create-home nginx
CMD ["nginx", "-g", "daemon off;"]
