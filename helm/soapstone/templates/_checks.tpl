{{- /* Checks of several values together, which the schema cannot express: such pods would not start, lose requests or be unreachable. */ -}}
{{- define "soapstone.checks" -}}
{{- include "soapstone.check.names" . -}}
{{- include "soapstone.check.grace" . -}}
{{- include "soapstone.check.addresses" . -}}
{{- include "soapstone.check.secrets" . -}}
{{- if and .Values.monitoring.serviceMonitor.enabled .Values.monitoring.podMonitor.enabled -}}
{{- fail "monitoring: serviceMonitor and podMonitor would scrape every pod twice; enable one of them" -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.names" -}}
{{- $names := list -}}
{{- range .Values.bridges -}}
{{- if has .name $names -}}
{{- fail (printf "bridges: two bridges have the name %s" .name) -}}
{{- end -}}
{{- $names = append $names .name -}}
{{- end -}}
{{- end -}}

{{- /* Seconds of a time such as 500ms, 30s, 2m or 1h. */ -}}
{{- define "soapstone.seconds" -}}
{{- $unit := regexFind "[a-z]*$" (toString .) -}}
{{- mulf (toString . | trimSuffix $unit | float64) (get (dict "ms" 0.001 "s" 1.0 "m" 60.0 "h" 3600.0 "" 0.0) $unit) -}}
{{- end -}}

{{- /* A pod that is killed while it drains loses requests. The defaults are those of docs/reference/settings.md. */ -}}
{{- define "soapstone.check.grace" -}}
{{- $delay := dig "drainDelay" "5s" .Values.settings | include "soapstone.seconds" | float64 -}}
{{- $timeout := dig "drainTimeout" "20s" .Values.settings | include "soapstone.seconds" | float64 -}}
{{- $drain := addf $delay $timeout -}}
{{- if le (float64 .Values.terminationGracePeriodSeconds) $drain -}}
{{- fail (printf "terminationGracePeriodSeconds: %v s must be longer than settings.drainDelay and settings.drainTimeout together (%v s), or pods are killed before their requests finish" .Values.terminationGracePeriodSeconds $drain) -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.addresses" -}}
{{- $settings := .Values.settings -}}
{{- $local := list "127.0.0.1" "::1" "localhost" -}}
{{- if has (default "::" $settings.adminHost) $local -}}
{{- fail (printf "settings.adminHost: kubelet probes and Prometheus cannot reach %s" $settings.adminHost) -}}
{{- end -}}
{{- if and (eq .Values.mode "standalone") (has (default "::" $settings.host) $local) -}}
{{- fail (printf "settings.host: the Service cannot reach %s" $settings.host) -}}
{{- end -}}
{{- if eq (include "soapstone.port" .) (include "soapstone.adminPort" .) -}}
{{- fail (printf "settings.port and settings.adminPort: both are %s" (include "soapstone.port" .)) -}}
{{- end -}}
{{- end -}}

{{- /* Files of secrets that are not mounted. */ -}}
{{- define "soapstone.check.secrets" -}}
{{- $mounted := list -}}
{{- range .Values.extraVolumeMounts -}}
{{- $mounted = append $mounted (trimSuffix "/" .mountPath) -}}
{{- end -}}
{{- range .Values.secrets -}}
{{- $mounted = append $mounted (printf "/etc/soapstone/secrets/%s" .) -}}
{{- end -}}
{{- range regexFindAll "/etc/soapstone/secrets/[A-Za-z0-9._-]+" (list .Values.settings .Values.bridges | toJson) -1 | uniq -}}
{{- if not (or (has . $mounted) (has "/etc/soapstone/secrets" $mounted)) -}}
{{- fail (printf "secrets: the settings name a file below %s, which is not mounted (secrets: [%s])" . (base .)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
