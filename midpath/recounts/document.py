"""The recount of collected documents."""

from midpath.kernels.document import DocumentKernel
from midpath.recounts.base import SchemeRecount


class DocumentRecount(SchemeRecount):
    kernel = DocumentKernel()


recount = DocumentRecount()
