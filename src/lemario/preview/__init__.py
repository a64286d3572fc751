"""The preview: serves the site on this machine, builds it again on every change, reloads pages.

Needs the packages of the extra `serve`; only `lemario serve` imports it.
"""
