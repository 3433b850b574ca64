"""The recount of questions that workers ask about apps."""

from midpath.kernels.question import QuestionKernel
from midpath.recounts.base import SchemeRecount


class QuestionRecount(SchemeRecount):
    kernel = QuestionKernel()


recount = QuestionRecount()
