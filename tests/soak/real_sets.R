# Writes the data frames that come with R and its recommended packages, for tests/soak/real_sets.py.
#
#   Rscript real_sets.R FOLDER
#
# NAME.csv holds numbers and codes of levels, NAME.types a line for each column: name, kind, levels.

folder <- commandArgs(trailingOnly = TRUE)[1]

plain <- function(values) {
  (is.numeric(values) || is.factor(values) || is.character(values) || is.logical(values)) &&
    is.null(dim(values))
}

cases <- function(given) {
  if (!is.table(given)) return(given)
  given <- as.data.frame(given)
  given[rep(seq_len(nrow(given)), given$Freq), names(given) != "Freq"]
}

write_one <- function(given, base) {
  given <- as.data.frame(given)[vapply(given, plain, TRUE)]
  if (ncol(given) < 3 || nrow(given) < 20 || nrow(given) > 9000) return(invisible())
  types <- character(0)
  for (name in names(given)) {
    values <- given[[name]]
    if (is.character(values) || is.logical(values)) values <- factor(values)
    kind <- if (is.ordered(values)) "ordered" else if (is.factor(values)) "nominal" else "number"
    types <- c(types, paste(c(name, kind, levels(values)), collapse = "\t"))
    given[[name]] <- if (is.factor(values)) as.integer(values) - 1 else as.numeric(values)
  }
  writeLines(types, paste0(base, ".types"))
  texts <- as.data.frame(lapply(given, function(values) {
    ifelse(is.na(values), "", sprintf("%.17g", values))
  }))
  write.table(texts, paste0(base, ".csv"), sep = ",", row.names = FALSE, col.names = FALSE,
              quote = FALSE)
}

for (package in c("datasets", "rpart", "survival")) {
  for (item in data(package = package)$results[, "Item"]) {
    room <- new.env()
    source <- if (grepl("(", item, fixed = TRUE)) sub(".*\\((.*)\\)", "\\1", item) else item
    data(list = source, package = package, envir = room)
    name <- sub(" .*", "", item)
    given <- cases(get(name, envir = room))
    if (is.data.frame(given)) write_one(given, file.path(folder, paste0(package, "-", name)))
  }
}
