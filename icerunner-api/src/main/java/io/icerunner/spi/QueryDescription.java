package io.icerunner.spi;

import org.apache.arrow.vector.types.pojo.Schema;

/**
 * What a statement gives and takes.
 *
 * @param resultSchema the exact schema of the result stream
 * @param parameterSchema one field per positional parameter, in order, named {@code $1}, {@code
 *     $2}, …; a parameter whose type cannot be told has Arrow's null type
 * @param resultSchemaDependsOnParameters true if the result schema is only known once the
 *     parameters are bound ({@code SELECT ?}); then {@link QueryEngine#describe} with the values
 *     tells it
 */
public record QueryDescription(
    Schema resultSchema, Schema parameterSchema, boolean resultSchemaDependsOnParameters) {}
