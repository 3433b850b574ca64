/* A text that is scrolled by itself fades where it goes on, and no longer at its ends. */

export function cueScrolling(box) {
  const tell = () => {
    const { scrollTop, clientHeight, scrollHeight } = box;
    box.classList.toggle("more-above", scrollTop > 1);
    box.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 1);
  };
  box.classList.add("cued");
  box.addEventListener("scroll", tell, { passive: true });
  new ResizeObserver(tell).observe(box);
}
