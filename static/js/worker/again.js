/* On the offline page: reload once there is a connection. */

addEventListener("online", () => location.reload());
