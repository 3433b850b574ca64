/* On the page that a browser shows without a connection: reload once there is one. */

addEventListener("online", () => location.reload());
