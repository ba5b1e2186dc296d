/** {@code narrows db}: inspection and maintenance of databases. */
package io.narrows.cli.db;
