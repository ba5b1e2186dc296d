/** Options that several verbs have, and how their values are read. */
package io.narrows.cli.option;
