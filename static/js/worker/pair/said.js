/* What is said of each of the two texts: whole sentences, so that each can be translated by itself. */

import { tr, trn } from "../speak.js";

export const SAID = {
  left: {
    title: tr("First text"),
    take: tr("Take as keyword of the first text"),
    copy: tr("Copy keywords from the first text"),
    copyFirst: (count) =>
      trn("Copy {count} keyword from the first text first.", "Copy {count} keywords from the first text first.", count),
    copySomeFirst: (least, most) => tr("Copy {least} to {most} keywords from the first text first.", { least, most }),
    select: tr("Select words in the first text first, or type them as they are written there."),
    missing: (keyword) => tr("“{keyword}” is not in the first text. Copy it as it is written there.", { keyword }),
    remove: (keyword) => tr("Remove the keyword {keyword} of the first text", { keyword }),
  },
  right: {
    title: tr("Second text"),
    take: tr("Take as keyword of the second text"),
    copy: tr("Copy keywords from the second text"),
    copyFirst: (count) =>
      trn(
        "Copy {count} keyword from the second text first.",
        "Copy {count} keywords from the second text first.",
        count,
      ),
    copySomeFirst: (least, most) => tr("Copy {least} to {most} keywords from the second text first.", { least, most }),
    select: tr("Select words in the second text first, or type them as they are written there."),
    missing: (keyword) => tr("“{keyword}” is not in the second text. Copy it as it is written there.", { keyword }),
    remove: (keyword) => tr("Remove the keyword {keyword} of the second text", { keyword }),
  },
};
