/** Descriptions of the command line: shell completion, and manual pages. */
package io.narrows.cli.help;
