/**
 * Writes the files of all nodes of a cluster from one file: the sidecars' configurations, certificates, and settings of the
 * database.
 */
@NullMarked
package io.narrows.cli.generate;

import org.jspecify.annotations.NullMarked;
