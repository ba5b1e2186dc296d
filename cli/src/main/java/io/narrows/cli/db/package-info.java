/** {@code narrows db}: inspection and maintenance of databases. */
@NullMarked
package io.narrows.cli.db;

import org.jspecify.annotations.NullMarked;
