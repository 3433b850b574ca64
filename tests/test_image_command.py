"""The load runs start gunicorn as the image does."""

from bench.health import container_command


def test_the_command_is_that_of_the_image_at_another_address() -> None:
    command = container_command()
    assert command[:2] == ["gunicorn", "config.wsgi"]
    assert {"--threads", "--worker-tmp-dir", "--no-control-socket"} <= set(command)
    assert command == [word.strip() for word in command]
    assert not {"--bind", "0.0.0.0:8000", "$@"} & set(command)
