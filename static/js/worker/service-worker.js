/* Shows a page that says that nothing is lost when a worker page cannot be fetched. Only that page and
   its files are kept: a task always comes from the server. annotation/worker/offline.py names them. */

const NAME = "midpath-offline";
const { page, files } = self.offline;

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(fetchPage(event));
  else if (files.includes(new URL(request.url).pathname)) event.respondWith(fetchFile(request));
});

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll([page, ...files]);
  const kept = [page, ...files].map((address) => new URL(address, location.href).href);
  const old = (await cache.keys()).filter(({ url }) => !kept.includes(url));
  await Promise.all(old.map((request) => cache.delete(request, { ignoreVary: true })));
  await self.skipWaiting();
}

/* The browser requests the page while this script starts: the preload. */
async function fetchPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return fromCache(page);
  }
}

async function fetchFile(request) {
  try {
    return await fetch(request);
  } catch {
    return fromCache(request.url);
  }
}

async function fromCache(address) {
  return (await caches.match(address, { cacheName: NAME, ignoreVary: true })) ?? Response.error();
}
