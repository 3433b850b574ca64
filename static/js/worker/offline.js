/* Let the browser cache a page to show without a connection. */

export function prepareForOffline({ offline }) {
  if (offline) navigator.serviceWorker?.register(offline).catch(() => null); // some private windows refuse
}
