"""Files on disk: the site written as a whole, and what is remembered between builds.

Nothing here is imported when the package is: `stamp` must stay light, since it decides whether a
build has anything to do.
"""
