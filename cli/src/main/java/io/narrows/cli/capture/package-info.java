/** The kernel's rules for transparent captures: planned, installed, compared with the installed ones, removed. */
@NullMarked
package io.narrows.cli.capture;

import org.jspecify.annotations.NullMarked;
