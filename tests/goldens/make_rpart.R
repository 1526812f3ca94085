# Grows rpart's trees of many jobs and writes down what they are, in plain text.
#
#   Rscript make_rpart.R FOLDER
#
# FOLDER holds for each job NAME.csv (the columns, then y, then w: the weights), NAME.types (a line
# for each column: name, kind, levels; tab between them), NAME.options (a line for each option) and
# perhaps NAME.new.csv (rows to predict). NAME.out is written beside them.

suppressPackageStartupMessages(library(rpart))

read_table <- function(path, types) {
  table <- read.csv(path, na.strings = "", colClasses = "character", check.names = FALSE)
  for (line in types) {
    name <- line[1]
    if (!(name %in% names(table))) next
    if (line[2] == "number") {
      table[[name]] <- as.numeric(table[[name]])
    } else {
      table[[name]] <- factor(table[[name]], levels = line[-(1:2)], ordered = line[2] == "ordered")
    }
  }
  table
}

read_options <- function(path) {
  lines <- strsplit(readLines(path), "\t", fixed = TRUE)
  values <- lapply(lines, function(line) line[-1])
  names(values) <- vapply(lines, function(line) line[1], "")
  values
}

numbers <- function(values) {
  paste(vapply(values, function(value) {
    if (is.na(value)) "NA" else sprintf("%.17g", value)
  }, ""), collapse = "\t")
}

grow <- function(table, options) {
  limits <- list(xval = 0)
  for (name in c("minsplit", "minbucket", "cp", "maxdepth", "maxsurrogate", "usesurrogate",
                 "surrogatestyle", "maxcompete")) {
    if (!is.null(options[[name]])) limits[[name]] <- as.numeric(options[[name]])
  }
  if (!is.null(options$folds)) limits$xval <- as.numeric(options$folds)
  parms <- list()
  if (!is.null(options$split)) parms$split <- options$split
  if (!is.null(options$prior)) parms$prior <- as.numeric(options$prior)
  if (!is.null(options$loss)) {
    losses <- as.numeric(options$loss)
    parms$loss <- matrix(losses, nrow = sqrt(length(losses)), byrow = TRUE)
  }
  table$w <- as.numeric(table$w)
  arguments <- list(formula = y ~ ., data = table[names(table) != "w"], weights = table$w,
                    method = options$method, control = do.call(rpart.control, limits))
  if (length(parms) > 0) arguments$parms <- parms
  if (!is.null(options$cost)) arguments$cost <- as.numeric(options$cost)
  do.call(rpart, arguments)
}

write_tree <- function(tree, table, new, options, path) {
  out <- file(path, "w")
  say <- function(...) cat(paste(c(...), collapse = "\t"), "\n", sep = "", file = out)
  frame <- tree$frame
  for (i in seq_len(nrow(frame))) {
    own <- if (is.null(frame$yval2)) frame$yval[i] else frame$yval2[i, ]
    say("node", row.names(frame)[i], as.character(frame$var[i]), frame$ncompete[i],
        frame$nsurrogate[i], numbers(c(frame$n[i], frame$wt[i], frame$dev[i], own)))
  }
  if (!is.null(tree$splits)) {
    for (i in seq_len(nrow(tree$splits))) {
      say("split", row.names(tree$splits)[i], numbers(tree$splits[i, ]))
    }
  }
  if (!is.null(tree$csplit)) {
    for (i in seq_len(nrow(tree$csplit))) say("csplit", numbers(tree$csplit[i, ]))
  }
  where <- rep(NA, nrow(table))
  where[match(names(tree$where), row.names(table))] <- as.numeric(row.names(frame))[tree$where]
  say("where", numbers(where))
  for (i in seq_len(nrow(tree$cptable))) say("cp", numbers(tree$cptable[i, ]))
  for (name in names(tree$variable.importance)) {
    say("importance", name, numbers(tree$variable.importance[[name]]))
  }
  for (which in c("train", "new")) {
    rows <- if (which == "train") table else new
    if (is.null(rows)) next
    if (options$method == "anova") {
      say(which, numbers(predict(tree, rows)))
    } else {
      shares <- predict(tree, rows, type = "prob")
      labels <- predict(tree, rows, type = "vector")
      for (i in seq_len(nrow(rows))) say(which, numbers(c(labels[i], shares[i, ])))
    }
  }
  close(out)
}

folder <- commandArgs(trailingOnly = TRUE)[1]
for (file in sort(list.files(folder, pattern = "\\.options$", full.names = TRUE))) {
  base <- sub("\\.options$", "", file)
  types <- strsplit(readLines(paste0(base, ".types")), "\t", fixed = TRUE)
  options <- read_options(file)
  table <- read_table(paste0(base, ".csv"), types)
  new <- if (file.exists(paste0(base, ".new.csv"))) read_table(paste0(base, ".new.csv"), types)
  tree <- tryCatch(grow(table, options), error = function(e) conditionMessage(e))
  if (is.character(tree)) {
    cat("error\t", tree, "\n", sep = "", file = paste0(base, ".out"))
  } else {
    write_tree(tree, table, new, options, paste0(base, ".out"))
  }
}
