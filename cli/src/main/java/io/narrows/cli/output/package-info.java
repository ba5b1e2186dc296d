/** What several verbs print the same way: JSON for programs, progress on a terminal. */
package io.narrows.cli.output;
