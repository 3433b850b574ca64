"""The researcher's addresses."""

from django.urls import URLPattern

account_urls: list[URLPattern] = []
research_urls: list[URLPattern] = []
