/** The bundled store in a process: the addresses of its members' names, and its options from the configuration. */
@NullMarked
package io.narrows.cli.node;

import org.jspecify.annotations.NullMarked;
