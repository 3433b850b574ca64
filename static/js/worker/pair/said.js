/* What is said of each of the two texts: whole sentences, so that each can be translated by itself. */

export const SAID = {
  left: {
    title: "First text",
    take: "Take as keyword of the first text",
    copy: "Copy keywords from the first text",
    copyFirst: "Copy 1 keyword from the first text first.",
    copyManyFirst: (many) => `Copy ${many} keywords from the first text first.`,
    select: "Select words in the first text first, or type them as they are written there.",
    missing: (keyword) => `“${keyword}” is not in the first text. Copy it as it is written there.`,
    remove: (keyword) => `Remove the keyword ${keyword} of the first text`,
  },
  right: {
    title: "Second text",
    take: "Take as keyword of the second text",
    copy: "Copy keywords from the second text",
    copyFirst: "Copy 1 keyword from the second text first.",
    copyManyFirst: (many) => `Copy ${many} keywords from the second text first.`,
    select: "Select words in the second text first, or type them as they are written there.",
    missing: (keyword) => `“${keyword}” is not in the second text. Copy it as it is written there.`,
    remove: (keyword) => `Remove the keyword ${keyword} of the second text`,
  },
};
