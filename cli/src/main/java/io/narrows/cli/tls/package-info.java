/** Describes the TLS of databases that a configuration ends and begins, and its certificates. */
@NullMarked
package io.narrows.cli.tls;

import org.jspecify.annotations.NullMarked;
