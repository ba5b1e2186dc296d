/** Checks a configuration and its certificates, and prints the outcome as lines and as JSON. */
@NullMarked
package io.narrows.cli.check;

import org.jspecify.annotations.NullMarked;
