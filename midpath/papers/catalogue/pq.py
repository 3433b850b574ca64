"""PQ: the PrivacyQA paper (EMNLP 2019)."""

from midpath.papers.computing import questions
from midpath.papers.data import EVIDENCE, QUESTIONS
from midpath.papers.entries import Entry, Paper, Part

ON_QUESTIONS = "the 1,750 published questions of PrivacyQA, with their categories"
ON_OPP = "OPP-115 as a stand-in (15 policies, 9 questions on each, evidence by three experts)"
NO_NUMBERS = "our copy of the paper lacks the numbers of this table."

TABLE_1 = Entry(
    key="PQ-T1",
    place="Table 1",
    title="Data sets of questions and their properties",
    unavailable="it lists properties of other data sets, and has no figure to compute.",
)
FIGURES = Entry(
    key="PQ-F1",
    place="Figures 1 and 2",
    title="Two example questions, and the page for workers",
    unavailable="examples and a screenshot have no figure to compute.",
)
SECTION_3 = Entry(
    key="PQ-3",
    place="Section 3",
    title="The questions and the policies",
    first="",
    columns=("value",),
    printed={
        "questions": "1750",
        "policies": "35",
        "unique questions per policy": "49.94",
        "words per question": "8.4",
        "expert annotations, more than": "3500",
        "words per policy": "3000",
        "words of evidence per answer": "100",
    },
    parts=[
        Part(questions.collected, [QUESTIONS], ON_QUESTIONS),
        Part(questions.documents, [EVIDENCE], ON_OPP),
    ],
    differences={"words per question": "8.46 is truncated in the paper, not rounded."},
    unavailable="the published questions come without the policies and the experts' evidence.",
)
TABLE_2 = Entry(
    key="PQ-T2",
    place="Table 2",
    title="First words of questions",
    about="The fifteen most frequent first words, in percent of all questions.",
    first="word",
    columns=("questions", "%"),
    parts=[Part(questions.first_words, [QUESTIONS], ON_QUESTIONS)],
    unavailable=NO_NUMBERS,
    decimals=1,
)
TABLE_3 = Entry(
    key="PQ-T3",
    place="Table 3",
    title="Questions by category",
    about="In percent of all questions; a question may have several categories.",
    first="category",
    columns=("%",),
    printed={"first or third party": "66.4"},
    parts=[Part(questions.categories, [QUESTIONS], ON_QUESTIONS)],
    differences={
        "first or third party": "The published file has the categories of a question without the "
        "experts' votes, and for 324 questions none. 60 % of all questions are in one of the two "
        "categories or both."
    },
    unavailable=NO_NUMBERS,
)
SECTION_34 = Entry(
    key="PQ-3.4",
    place="Section 3.4",
    title="When experts disagree",
    about="A question has disagreement if more than one expert marks nothing that the majority "
    "marked. The paper gives five reasons (11, 4, 3, 2 and 6 %).",
    first="%",
    columns=("questions",),
    printed={"agree": "74", "disagree": "26"},
    parts=[
        Part(questions.reasons),
        Part(questions.disagreements, [EVIDENCE], ON_OPP),
    ],
    differences={
        "": "Our 26 and 74 are the sum of the printed reasons and its rest. OPP-115 has three "
        "experts: from a majority of two, only one can dissent, so there is disagreement only "
        "where no sentence has two votes. That never occurs."
    },
)
TABLE_5 = Entry(
    key="PQ-T5",
    place="Table 5",
    title="Is there an answer? Accuracy of classifiers",
    about="How often a system is right about whether the policy answers the question, in percent. "
    "A system that marks a sentence says that there is an answer.",
    first="system",
    columns=("accuracy, %",),
    parts=[Part(questions.answerability, [EVIDENCE], ON_OPP)],
    unavailable=f"SVM, CNN and BERT are no part of Midpath, and {NO_NUMBERS}",
    decimals=1,
)
TABLE_6 = Entry(
    key="PQ-T6",
    place="Table 6",
    title="Evidence: baselines and experts",
    about="Precision, recall and F1 of sentences, in percent. “Word count” marks the sentences "
    "that share most words with the question.",
    first="system",
    columns=("precision", "recall", "F1"),
    printed={
        "No answer": " | | 28",
        "BERT + unanswerable": " | | 39.8",
    },
    parts=[Part(questions.systems, [EVIDENCE], ON_OPP)],
    differences={
        "": "On OPP-115 “no answer” is at 33.8, because three of its nine questions are rarely "
        "answered (do not track, data retention, policy change). Word counts are below it, "
        "because these questions are worded like the categories and not like the policies. "
        "Experts agree more than in PrivacyQA, since they annotated the categories themselves."
    },
    unavailable=f"BERT is no part of Midpath, and otherwise {NO_NUMBERS}",
    decimals=1,
)
TABLE_7 = Entry(
    key="PQ-T7",
    place="Table 7",
    title="F1 by category of the question",
    first="category",
    columns=("questions", "no answer", "word count, 3", "human"),
    parts=[Part(questions.by_category, [EVIDENCE], ON_OPP)],
    unavailable=NO_NUMBERS,
    decimals=1,
)
TABLE_8 = Entry(
    key="PQ-T8",
    place="Table 8",
    title="Errors of BERT on answerability",
    first="answerable questions that BERT takes as unanswerable",
    columns=("questions",),
    printed={
        "all": "124",
        "at least one expert found no answer": "19",
        "the answer was not to be expected": "6",
    },
    unavailable="it needs BERT's predictions and the experts' notes, which are not published.",
)
SECTION_52 = Entry(
    key="PQ-5.2",
    place="Section 5.2",
    title="Why questions have no answer",
    about="Each share is of the questions that the causes above it leave.",
    first="",
    columns=("value",),
    printed={
        "unanswerable questions": "573",
        "incomprehensible, % of all": "4.18",
        "likely to have an answer, % of the comprehensible": "50",
        "out of the scope of a policy, %": "33.1",
        "completely out of scope, %": "16.9",
        "ill-formed, % of the relevant": "32",
        "silent policy, % of the well-formed": "95.7",
        "atypical question, %": "4.3",
    },
    parts=[
        Part(questions.unanswerable),
        Part(questions.unanswerable_here, [EVIDENCE], ON_OPP),
    ],
    differences={
        "incomprehensible, % of all": "24 of 573 questions are 4.188 %. The paper truncates; no "
        "other whole number of questions comes closer."
    },
    unavailable="the experts' causes are not published.",
)

PAPER = Paper(
    key="PQ",
    title="Question answering for privacy policies",
    venue="Ravichander, Black, Wilson, Norton and Sadeh, EMNLP 2019",
    question="What do people ask about the privacy of an app, do its policy's sentences answer "
    "them, and how far do legal experts agree on that?",
    entries=[
        *(TABLE_1, FIGURES, SECTION_3, TABLE_2, TABLE_3, SECTION_34),
        *(TABLE_5, TABLE_6, TABLE_7, TABLE_8, SECTION_52),
    ],
)
