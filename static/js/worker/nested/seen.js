/* The parts of a finished tree that were not visible yet: a tree must be seen before it is submitted. */

const MOST_OF_A_SCREEN = 0.6; // what is higher than that is seen when it fills so much

export function watchTree(view, { tell, signal }) {
  let unseen = null;

  function look() {
    const floor = Math.min(innerHeight, document.querySelector(".dock").getBoundingClientRect().top);
    unseen = unseen?.filter((part) => !inSight(part.getBoundingClientRect(), floor)) ?? null;
  }

  const lookAgain = () => {
    if (!unseen?.length) return;
    look();
    if (!unseen.length) tell();
  };
  for (const event of ["scroll", "resize"]) window.addEventListener(event, lookAgain, { passive: true, signal });
  return {
    /* A tree that was just finished still has to be seen completely. */
    note(finished) {
      if (!finished) unseen = null;
      else unseen ??= view.drawn ? [view.svg, ...view.words] : [...view.words];
      look();
    },
    get first() {
      return unseen?.[0] ?? null;
    },
    showNext() {
      unseen[0].scrollIntoView({ block: "start", inline: "nearest" });
      look();
      tell();
    },
  };
}

function inSight({ top, bottom, height }, floor) {
  const visible = Math.min(bottom, floor) - Math.max(top, 0);
  return visible >= Math.min(height - 1, floor * MOST_OF_A_SCREEN);
}
