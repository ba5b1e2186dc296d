/** The kernel's rules for transparent captures: planned, applied, compared with what is in force, removed. */
@NullMarked
package io.narrows.cli.capture;

import org.jspecify.annotations.NullMarked;
