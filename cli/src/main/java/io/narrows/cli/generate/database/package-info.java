/** The databases that {@code generate} supports: their ports, their own settings, and a suitable policy for their traffic. */
package io.narrows.cli.generate.database;
