#!/bin/sh
# Makes sure that the tests find Chromium, Firefox and a Java runtime (for the HTML checker), and
# installs what is missing: Debian's packages where it may, else the Chromium that Playwright brings.
# $PYTHON is an interpreter that has Playwright.
set -eu

python=${PYTHON:-python3}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 1
  fi
}

apt_install() {
  command -v apt-get >/dev/null || return 1
  echo "Installing $1 with apt-get"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$1" \
    </dev/null >/dev/null
}

# Ubuntu's package of the name is an empty shell around a snap, which does not run in a container.
is_debian() {
  [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ])
}

has_browser() {
  "$python" -m tests.e2e.browser >/dev/null 2>&1
}

# Present is not enough: Ubuntu's shell of a package only says that there is a snap.
has_firefox() {
  firefox=$("$python" -m tests.e2e.browser firefox 2>/dev/null) || return 1
  "$firefox" --version >/dev/null 2>&1
}

# Present is not enough: macOS ships a `java` that only says that there is none.
has_java() {
  java -version >/dev/null 2>&1
}

if ! has_browser; then
  if ! { is_debian && apt_install chromium; }; then
    echo "Installing Chromium with Playwright"
    if [ "$(uname -s)" = Linux ] && as_root true; then
      "$python" -m playwright install --with-deps chromium </dev/null
    else
      "$python" -m playwright install chromium </dev/null
    fi
  fi
fi
if ! has_browser; then
  echo "The tests need Chromium or Chrome: install one, or name it in LEMARIO_BROWSER." >&2
  exit 1
fi

has_firefox || { is_debian && apt_install firefox-esr; } || true
if ! has_firefox; then
  echo "The tests need Firefox (Debian: firefox-esr): install it, or name it in LEMARIO_FIREFOX." >&2
  exit 1
fi

has_java || apt_install default-jre-headless || true
if ! has_java; then
  echo "The tests need a Java runtime (17 or newer) for the HTML checker: install one." >&2
  exit 1
fi
