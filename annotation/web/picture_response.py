"""Send a stored picture so that browsers treat it as a picture and nothing else."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from annotation.models import Picture

ENDINGS = {Picture.MediaType.PNG: "png", Picture.MediaType.JPEG: "jpg"}
RETENTION_SECONDS = 31_536_000


def answer_with_picture(request: HttpRequest, picture: Picture) -> HttpResponse:
    """Return the picture. Its address contains its digest, so browsers cache it for good."""
    etag = f'"{picture.sha256}"'
    response: HttpResponse
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(bytes(picture.body), content_type=picture.media_type)
        ending = ENDINGS[Picture.MediaType(picture.media_type)]
        response.headers["Content-Disposition"] = f'inline; filename="picture.{ending}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = f"private, max-age={RETENTION_SECONDS}, immutable"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
