/** The databases that {@code generate} supports: their ports, their own settings, and a suitable policy for their traffic. */
@NullMarked
package io.narrows.cli.generate.database;

import org.jspecify.annotations.NullMarked;
