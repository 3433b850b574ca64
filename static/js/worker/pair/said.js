/* Messages for each of the two texts: whole sentences, so that each can be translated. */

import { tr, trn } from "../speak.js";

export const SAID = {
  left: {
    title: tr("First text"),
    take: tr("Add as keyword for the first text"),
    copy: tr("Copy keywords from the first text"),
    copyFirst: (count) =>
      trn("Copy {count} keyword from the first text first.", "Copy {count} keywords from the first text first.", count),
    copySomeFirst: (least, most) => tr("Copy {least} to {most} keywords from the first text first.", { least, most }),
    select: tr("Select words in the first text, or type them exactly as they are written there."),
    missing: (keyword) =>
      tr("“{keyword}” is not in the first text. Copy it exactly as it is written there.", { keyword }),
    remove: (keyword) => tr("Remove the keyword {keyword} from the first text", { keyword }),
  },
  right: {
    title: tr("Second text"),
    take: tr("Add as keyword for the second text"),
    copy: tr("Copy keywords from the second text"),
    copyFirst: (count) =>
      trn(
        "Copy {count} keyword from the second text first.",
        "Copy {count} keywords from the second text first.",
        count,
      ),
    copySomeFirst: (least, most) => tr("Copy {least} to {most} keywords from the second text first.", { least, most }),
    select: tr("Select words in the second text, or type them exactly as they are written there."),
    missing: (keyword) =>
      tr("“{keyword}” is not in the second text. Copy it exactly as it is written there.", { keyword }),
    remove: (keyword) => tr("Remove the keyword {keyword} from the second text", { keyword }),
  },
};
