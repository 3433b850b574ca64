"""The OpenAPI description of the API: responses, path parameters, links and groups."""
