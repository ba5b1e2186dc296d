/** The bundled store in a process: what the names of its members lead to, and what its configuration means for it. */
package io.narrows.cli.node;
