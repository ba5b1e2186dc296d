/** Output that several verbs share: JSON for programs, progress on a terminal. */
package io.narrows.terminal.output;
