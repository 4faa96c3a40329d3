package io.icerunner.cli;

/** How rows are written to standard output. */
enum OutputFormat {
  /** Columns aligned for a person, cut to the width of the terminal. */
  TABLE,
  /** One JSON object a line. */
  JSON,
  /** Comma-separated with a header line, quoted as RFC 4180 says. */
  CSV
}
