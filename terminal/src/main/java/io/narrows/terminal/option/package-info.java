/** Options that several verbs share, and converters of their values. */
package io.narrows.terminal.option;
