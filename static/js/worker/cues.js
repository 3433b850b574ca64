/* A scrollable text fades at the edges where it continues. */

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
