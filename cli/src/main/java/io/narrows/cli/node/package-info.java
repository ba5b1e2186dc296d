/** The bundled store in a process: the addresses of its members' names, and its options from the configuration. */
package io.narrows.cli.node;
