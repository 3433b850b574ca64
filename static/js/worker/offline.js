/* Lets the browser keep a page that it can show without a connection. */

export function prepareForOffline({ offline }) {
  if (offline) navigator.serviceWorker?.register(offline).catch(() => null); // some private windows refuse
}
