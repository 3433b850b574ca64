"""The demo's documents: short privacy notices of invented companies."""

from tasks.management.demo.campaign import DemoFile

demo_documents = DemoFile("Privacy notices, invented", "policies.jsonl")
